/** Sentences of common parts, in Romanian. */
export const uiRo = {
  parts: {
    lost: 'Conexiunea cu serverul s-a întrerupt. Se reia automat; nu s-a pierdut nimic.',
    failed: 'Serverul nu a putut fi contactat. Se încearcă din nou peste câteva secunde; nu s-a pierdut nimic.',
    tryNow: 'Încearcă acum',
    dismiss: 'Închide mesajul',
    close: 'Închide',
    cancel: 'Renunță',
    copy: 'Copiază',
    copied: 'Copiat',
    undo: 'Anulează',
    licenses: 'Licențele componentelor',
  },

  screens: {
    home: 'Înapoi la prima pagină',
    waiting: 'Se încarcă',
    again: 'Încearcă din nou',
    notFoundPage: 'Pagină negăsită · Dosar',
    notFound: 'Nu am găsit ce căutați',
    notFoundText: 'Adresa este greșită sau elementul a fost șters ori mutat.',
    gone: '„{{name}}” nu mai este aici',
    goneText: 'A fost șters între timp sau nu mai aveți acces. Ce ați început aici nu se mai poate salva.',
    clientGone: 'Acest client nu mai este aici',
    clientGoneText:
      'A fost șters sau nu mai este printre clienții dumneavoastră. Ce ați început aici nu se mai poate salva; un administrator vă poate spune mai multe.',
    anotherClient: 'Alegeți alt client',
    unauthorizedPage: 'Acces interzis · Dosar',
    unauthorized: 'Nu aveți acces aici',
    unauthorizedText:
      'Rolul dumneavoastră nu permite deschiderea acestei pagini. Dacă aveți nevoie de ea, scrieți administratorului.',
    fault: 'Pagina nu a putut fi încărcată',
    userFault: 'Contul nu a putut fi încărcat',
    faultText: 'A apărut o eroare neașteptată. Nu s-a pierdut nimic.',
  },

  fields: {
    email: 'Email',
    password: 'Parolă',
    showPassword: 'Arată parola',
    newPassword: 'Parola nouă',
    confirmPassword: 'Parola nouă, încă o dată',
  },

  preferences: {
    language: 'Limba',
    ro: 'Română',
    en: 'English',
    theme: 'Aspect',
    light: 'Luminos',
    dark: 'Întunecat',
    system: 'Ca sistemul',
  },
};
