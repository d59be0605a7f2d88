/** Saved views: columns, conditions and order under a name, one's own and shared ones. */
import { ActionIcon, Button, Checkbox, Popover, TextInput, UnstyledButton } from "@mantine/core";
import { IconDeviceFloppy, IconTrash, IconUsers, IconBookmark } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../../api/command";
import { useCommandMutation, useCommandQuery } from "../../../../../api/hooks";
import { DataText } from "../../../../../components/DataText";
import { FocusPopover } from "../../../../../components/popover/FocusPopover";
import { showToast } from "../../../../../components/toast/toasts";
import { useErrorToast } from "../../../../../components/toast/useErrorToast";
import { useErrorText } from "../../../../../components/useErrorText";
import { readStored, writeStored } from "../../../../../lib/storage";
import { nullIfBlank } from "../../../../../lib/text/text";
import { readLayout, USUAL_LAYOUT, type Layout } from "../../../../../shared/filters/columns";
import type { GridState } from "../../../../../shared/filters/gridState";
import classes from "../Toolbar.module.css";

type View = Data<"listViews">[number];
type Props = {
  state: GridState;
  layout: Layout;
  onState: (state: GridState) => void;
  onLayout: (layout: Layout) => void;
};

/** The view that was opened last, in this browser. */
const CURRENT = "celeiro.grid.view";

export function ViewsMenu(props: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [current, setCurrent] = useState(() => readStored(CURRENT));
  const views = useCommandQuery("listViews", {});
  const open = views.data?.find(({ id }) => id === current);
  const choose = (id: string | null) => {
    setCurrent(id);
    writeStored(CURRENT, id ?? "");
  };
  const changedView = open && isChanged(open, props) ? open : undefined;
  return (
    <FocusPopover opened={opened} onChange={setOpened} position="bottom-end" width={290}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          maw={200}
          leftSection={<IconBookmark size={15} aria-hidden />}
          // The mark alone would run into the name of the view.
          aria-label={changedView && `${changedView.name} ${t("grid.views.changed")}`}
          rightSection={
            changedView && <span className={classes.changed} aria-hidden title={t("grid.views.changed")} />
          }
          onClick={() => setOpened(!opened)}
        >
          {open ? <DataText text={open.name} /> : t("grid.views.title")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <ViewList
            {...props}
            views={views.data ?? []}
            current={open}
            onChoose={choose}
            onClose={() => setOpened(false)}
          />
        )}
      </Popover.Dropdown>
    </FocusPopover>
  );
}

/** Whether the sheet asks for something else, or has other columns, than the view that was opened. */
function isChanged({ content }: View, { state, layout }: Pick<Props, "state" | "layout">): boolean {
  const seen = readView(content);
  const plain = (one: GridState, columns: Layout) =>
    JSON.stringify([
      one.text.trim(),
      one.filters.map(({ column, test, values = [] }) => [column, test, values]),
      one.sort.map(({ column, descending }) => [column, descending]),
      columns.map(({ column }) => column),
    ]);
  return plain(seen.state, seen.layout) !== plain(state, layout);
}

/** What a view shows; all of it where it says nothing. */
function readView(content: View["content"] | undefined): { state: GridState; layout: Layout } {
  const { columns = [], text, filters = [], sort = [] } = content ?? {};
  const read = readLayout(columns);
  return {
    layout: read.length > 0 ? read : USUAL_LAYOUT,
    state: {
      text: text ?? "",
      filters,
      sort: sort.map(({ column, descending = false }) => ({ column, descending })),
    },
  };
}

type ListProps = Props & {
  views: readonly View[];
  current: View | undefined;
  onChoose: (id: string | null) => void;
  onClose: () => void;
};

function ViewList({ views, current, state, layout, onState, onLayout, onChoose, onClose }: ListProps) {
  const { t } = useTranslation();
  const remove = useCommandMutation("deleteView");
  const showError = useErrorToast();
  const apply = (view: View | null) => {
    const seen = readView(view?.content);
    onLayout(seen.layout);
    onState(seen.state);
    onChoose(view?.id ?? null);
    onClose();
  };
  const drop = ({ id, version }: View) =>
    remove.mutate({ id, version, operationId: crypto.randomUUID() }, { onError: showError });
  return (
    <>
      <UnstyledButton
        className={classes.viewName}
        data-current={!current || undefined}
        onClick={() => apply(null)}
      >
        {t("grid.views.all")}
      </UnstyledButton>
      {views.map((view) => (
        <div key={view.id} className={classes.view}>
          <UnstyledButton
            className={classes.viewName}
            data-current={view.id === current?.id || undefined}
            onClick={() => apply(view)}
          >
            <DataText text={view.name} />
          </UnstyledButton>
          {view.shared && <IconUsers size={14} role="img" aria-label={t("grid.views.shared")} />}
          {view.mine && (
            <ActionIcon
              size={24}
              onClick={() => drop(view)}
              aria-label={t("grid.views.delete", { name: view.name })}
              title={t("grid.views.delete", { name: view.name })}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </div>
      ))}
      {views.length === 0 && <p className={classes.remark}>{t("grid.views.none")}</p>}
      <SaveView state={state} layout={layout} current={current} onSaved={onChoose} onClose={onClose} />
    </>
  );
}

type SaveProps = {
  state: GridState;
  layout: Layout;
  current: View | undefined;
  onSaved: (id: string) => void;
  onClose: () => void;
};

function SaveView({ state, layout, current, onSaved, onClose }: SaveProps) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const save = useCommandMutation("saveView");
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const content = {
    columns: layout.map(({ column, width }) => ({ column, width })),
    text: nullIfBlank(state.text),
    filters: state.filters,
    sort: state.sort,
  };
  const store = (request: Parameters<typeof save.mutate>[0]) =>
    save.mutate(request, {
      onSuccess: ({ id, name: stored }) => {
        showToast({ tone: "info", text: t("grid.views.saved", { name: stored }) });
        onSaved(id);
        onClose();
      },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") store({ name, shared, content, operationId: crypto.randomUUID() });
  };
  return (
    <form onSubmit={submit}>
      {current?.mine && (
        <Button
          mt={8}
          size="xs"
          variant="default"
          fullWidth
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          onClick={() =>
            store({
              id: current.id,
              version: current.version,
              name: current.name,
              shared: current.shared,
              content,
              operationId: crypto.randomUUID(),
            })
          }
        >
          {t("grid.views.update", { name: current.name })}
        </Button>
      )}
      <TextInput
        mt={8}
        size="xs"
        label={t("grid.views.saveAs")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={save.error && <DataText text={describe(save.error)} />}
        maxLength={100}
        autoComplete="off"
      />
      <Checkbox
        mt={8}
        size="xs"
        label={t("grid.views.share")}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button mt={8} size="xs" type="submit" disabled={name.trim() === ""} loading={save.isPending}>
        {t("grid.views.save")}
      </Button>
    </form>
  );
}
