import { expect, test } from "vitest";
import { attributeLabel } from "./attributeLabel";

test("keys are read as people write them", () => {
  for (const [key, label] of [
    ["formulacao", "Formulação"],
    ["k2o_pct", "K₂O (%)"],
    ["p2o5_pct", "P₂O₅ (%)"],
    ["cao_pct", "CaO (%)"],
    ["n_pct", "N (%)"],
    ["modo_de_acao", "Modo de ação"],
    ["ingrediente_ativo", "Ingrediente ativo"],
    ["exige_receituario", "Exige receituário"],
    ["vazao_l_h", "Vazão (L/h)"],
    ["grupo_de_resistencia", "Grupo de resistência"],
    ["proteina_bruta_pct", "Proteína bruta (%)"],
    ["garantia_meses", "Garantia (meses)"],
    ["biologico", "Biológico"],
    ["aptidao", "Aptidão"],
    ["padrao_de_graos", "Padrão de grãos"],
    ["padroes", "Padrões"],
    ["materia_organica_pct", "Matéria orgânica (%)"],
    ["shoes", "Shoes"],
    ["Teor de K", "Teor de K"],
    ["Modo de Ação", "Modo de Ação"],
    ["color", "Color"],
    ["storage", "Storage"],
    ["_", ""],
  ] as const)
    expect(attributeLabel(key)).toBe(label);
});
