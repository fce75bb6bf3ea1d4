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
};
