import { roScreens } from '@dosar/contracts';

/** What the console says to everybody, in Romanian. */
export const roGate = {
  ...roScreens,

  shell: {
    skip: 'Sari la conținut',
    menu: 'Meniu principal',
    openMenu: 'Deschide meniul',
    home: 'Acasă',
    files: 'Documente',
    audit: 'Jurnal de audit',
    lost: 'Conexiunea cu serverul s-a întrerupt. Se reia automat; nu s-a pierdut nimic.',
    dismiss: 'Închide mesajul',
    close: 'Închide',
    cancel: 'Renunță',
  },

  screens: {
    home: 'Înapoi la prima pagină',
    waiting: 'Se încarcă',
    again: 'Încearcă din nou',
    notFoundPage: 'Pagină negăsită · Dosar',
    notFound: 'Nu am găsit ce căutați',
    notFoundText: 'Adresa este greșită sau elementul a fost șters ori mutat.',
    unauthorizedPage: 'Acces interzis · Dosar',
    unauthorized: 'Nu aveți acces aici',
    unauthorizedText:
      'Rolul dumneavoastră nu permite deschiderea acestei pagini. Dacă aveți nevoie de ea, scrieți administratorului.',
    fault: 'Pagina nu a putut fi încărcată',
    faultText: 'A apărut o eroare neașteptată. Nu s-a pierdut nimic.',
  },

  faults: {
    unreachable: 'Serverul nu răspunde. Verificați conexiunea la internet și încercați din nou.',
  },

  login: {
    page: 'Autentificare · Dosar',
    title: 'Bine ați revenit',
    hint: 'Autentificați-vă pentru a continua.',
    submit: 'Autentificare',
    motto: 'Documentele firmei, la locul lor, în fiecare lună.',
    detail:
      'Clientul le trimite, contabilul le găsește, iar fiecare pas rămâne consemnat într-un jurnal care nu poate fi rescris.',
  },

  fields: {
    email: 'Email',
    password: 'Parolă',
    showPassword: 'Arată parola',
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
