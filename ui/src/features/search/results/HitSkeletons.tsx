/** The shape of results while the first ones are under way. */
import { Skeleton } from "@mantine/core";
import classes from "../../../shared/record/HitCard.module.css";
import list from "./HitList.module.css";

export function HitSkeletons({ label }: { label: string }) {
  return (
    <div className={list.list} aria-busy role="status" aria-label={label}>
      {[72, 58, 66, 50, 61].map((width) => (
        <div key={width} className={classes.card} aria-hidden>
          <span />
          <div>
            <Skeleton h={16} w={`${width}%`} />
            <Skeleton h={11} w="38%" mt={9} />
            <Skeleton h={11} mt={13} />
            <Skeleton h={11} w="84%" mt={7} />
          </div>
          <div className={classes.side}>
            <Skeleton h={16} w={88} />
            <Skeleton h={14} w={64} />
          </div>
        </div>
      ))}
    </div>
  );
}
