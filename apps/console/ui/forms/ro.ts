/** Sentences about forms, in Romanian. */
export const formsRo = {
  calendar: {
    previousMonth: 'Luna anterioară',
    nextMonth: 'Luna următoare',
    previousYear: 'Anul anterior',
    nextYear: 'Anul următor',
    previousDecade: 'Deceniul anterior',
    nextDecade: 'Deceniul următor',
  },

  form: {
    save: 'Salvează',
    saved: 'Modificările au fost salvate',
    notSaved: 'Modificările nu au putut fi salvate',
    putBack: 'Ce ați completat înainte de încheierea sesiunii este la loc.',
    notMade: 'Adăugarea nu a reușit',
    reset: 'Renunță la modificări',
    day: 'ZZ.LL.AAAA',
    clearDay: 'Șterge data',
    noMail: 'Portalul nu are un server de email: invitația nu pleacă de pe server.',
    noMailNew: 'După ce creați contul, copiați linkul invitației de pe pagina lui și trimiteți-l dumneavoastră.',
  },

  unsaved: {
    title: 'Modificări nesalvate',
    text: 'Ce ați completat nu a fost salvat. Dacă plecați de pe pagină, se pierde.',
    stay: 'Rămân pe pagină',
    leave: 'Plec fără să salvez',
  },
};
