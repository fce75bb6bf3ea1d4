/** What is said about the settings of the portal, in Romanian. */
export const portalRo = {
  portal: {
    page: 'Setările portalului · Dosar',
    title: 'Setările portalului',
    text: 'Valabile pentru toate firmele și toți utilizatorii.',
    twoStep: 'Autentificare în doi pași obligatorie',
    twoStepHint: 'Cei cu rolurile bifate care nu o au încă o configurează la următoarea autentificare.',
    cuiCheck: 'Cifra de control a CUI-ului',
    cuiCheckHint: 'Ultima cifră a unui CUI se calculează din celelalte; o greșeală de tastare se vede astfel.',
    checks: {
      off: { label: 'Nu se verifică', text: 'Se cer doar 6-10 cifre.' },
      warn: { label: 'Avertizează', text: 'Un avertisment sub câmp; CUI-ul poate fi salvat.' },
      enforce: { label: 'Refuză', text: 'Un CUI cu cifra de control greșită nu poate fi salvat.' },
    },
  },

  healthPage: {
    page: 'Starea instalării · Dosar',
    title: 'Starea instalării',
    text: 'Cum merg părțile portalului și ce este de făcut.',
    fault: 'Starea instalării nu a putut fi citită',
    check: 'Verifică acum',
    tasks: 'De făcut',
    nothing: 'Nimic de făcut: toate părțile merg.',
    figures: 'Pe scurt',
    parts: 'Părțile',
    unknown: 'nu se știe',
    version: 'Versiunea',
    letters: 'Scrisorile',
    lettersLeave: 'pleacă prin serverul de email',
    lettersStay: 'nu pleacă: rămân în folderul portalului',
    lettersWaiting: 'Scrisori care așteaptă',
    lettersGivenUp: 'Scrisori la care s-a renunțat',
    disk: 'Disc',
    diskFree: '{{free}} liberi din {{total}}',
    backup: 'Ultima copie de siguranță',
    backupOf_zero: '{{at}}, nimic scris de atunci',
    backupOf_one: '{{at}}, o înregistrare de atunci',
    backupOf_few: '{{at}}, {{count, number}} înregistrări de atunci',
    backupOf_other: '{{at}}, {{count, number}} de înregistrări de atunci',
    noBackup: 'niciuna',
    states: { ok: 'merge', degraded: 'merge cu lipsuri', unavailable: 'nu merge' },
    part: '{{name}}: ceva nu este în regulă',
    partHow: 'Mai jos scrie ce anume; de obicei trece de la sine după ce cauza este îndepărtată.',
    todo: {
      mail: {
        what: 'Scrisorile nu pleacă de pe server',
        how: 'Porniți portalul cu adresa serverului de email în DOSAR_SMTP_URL. Până atunci copiați linkurile invitațiilor din pagina fiecărui utilizator.',
      },
      letters: {
        what: 'Scrisori la care s-a renunțat: {{count}}',
        how: 'Adresele lor au fost refuzate de serverul de email: verificați adresele utilizatorilor.',
      },
      disk: {
        what: 'Discul este aproape plin: au rămas {{free}}',
        how: 'Eliberați loc sau mutați datele pe un disc mai mare. Fără loc, portalul nu mai primește documente.',
      },
      backup: {
        what: 'Încă nu s-a făcut nicio copie de siguranță',
        how: 'Faceți una cu „npm run dosar -- backup <cale>”, pe alt disc, și puneți comanda să se repete în fiecare noapte.',
      },
      backupOld: {
        what: 'Ultima copie de siguranță este mai veche de o săptămână',
        how: 'Verificați de ce nu mai rulează comanda „npm run dosar -- backup <cale>”.',
      },
    },
  },
};
