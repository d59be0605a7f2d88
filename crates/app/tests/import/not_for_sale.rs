//! Rows of a supplier's program that nobody sells, and products that it has blocked.

use crate::support::{World, counts};
use celeiro_app::import::ImportRequest;
use celeiro_domain::catalog::Status;
use celeiro_domain::import::RowDoubt;
use celeiro_domain::search::Kind;

const PROTHEUS: &str = "B1_COD;B1_DESC;B1_TIPO;BM_DESC;B1_MSBLQL;DA1_PRCVEN\n\
    P-1;ENXADA;ME;FERRAMENTAS;2;10,50\n\
    P-2;FOICE;ME;FERRAMENTAS;1;20,50\n\
    P-3;FRETE S/ VENDAS;SV;;2;0\n\
    P-4;TONER;ME;USO E CONSUMO;2;189,00\n";

#[tokio::test(flavor = "multi_thread")]
async fn services_are_left_out_and_what_is_blocked_is_off_sale() {
    let world = World::new().await;
    let report = world.items(PROTHEUS).await;
    assert_eq!((counts(&report), report.left_out), ([2, 0, 0, 0], 2), "{:?}", report.errors);
    let found = report.doubts.iter().find(|found| found.doubt == RowDoubt::NotForSale).unwrap();
    assert_eq!(found.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [4, 5]);
    assert_eq!(world.item("P-1").await.status, Status::Ativo);
    assert_eq!(world.item("P-2").await.status, Status::Inativo);

    let freed = PROTHEUS.replace("FERRAMENTAS;1;", "FERRAMENTAS;2;");
    let mut said = ImportRequest::of_bytes(Kind::Items, freed.into_bytes(), "dezembro.csv", "test");
    said.leave_out.take = vec![5];
    let report = world.run(said).await.unwrap();
    assert_eq!((counts(&report), report.left_out), ([1, 1, 1, 0], 1), "a person may sell toner");
    assert_eq!(world.item("P-2").await.status, Status::Ativo);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_added_to_prices_is_no_product() {
    let world = World::new().await;
    let list = "Cód.;Híbrido;Ciclo;Peneira;Embalagem;Preço\n\
        M-1;AL 1620;precoce;C1;sc;1180,00\n\
        M-2;AL 1735;normal;C1;sc;1275,00\n\
        ADICIONAIS DE TRATAMENTO INDUSTRIAL (R$/sc) já inclusos;;;;;\n\
        ADIC;Grafite;;;;6,90\n\
        ADIC;Inoculante;;;;18,50\n\
        M-3;AL 1844;normal;C1;sc;1162,00\n";
    let report = world.items(list).await;
    assert_eq!((counts(&report), report.left_out), ([3, 0, 0, 0], 3), "{:?}", report.doubts);
    let added = report.doubts.iter().find(|found| found.doubt == RowDoubt::NotForSale).unwrap();
    assert_eq!(added.rows.iter().map(|row| row.row).collect::<Vec<_>>(), [5, 6]);
    world.close().await;
}
