/** Query sets: the list, one set, its judging and its evaluation, each at an address of its own. */
import { Navigate, Route, Routes } from "react-router";
import { EvaluationPage } from "../evaluation/EvaluationPage";
import { JudgePage } from "../judging/JudgePage";
import { SetList } from "./SetList";
import { SetPage } from "./SetPage";
import { BASE } from "./names";

export function SetsDesk() {
  return (
    <Routes>
      <Route index element={<SetList />} />
      <Route path=":id" element={<SetPage />} />
      <Route path=":id/judge" element={<JudgePage />} />
      <Route path=":id/evaluation" element={<EvaluationPage />} />
      <Route path="*" element={<Navigate to={BASE} replace />} />
    </Routes>
  );
}
