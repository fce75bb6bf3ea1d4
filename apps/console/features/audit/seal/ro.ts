/** What is said of seals of the log, in Romanian. */
export const sealRo = {
  seal: {
    standing: {
      first: 'Sigiliu nou în acest browser, din {{when}} (înregistrări: {{shown}})',
      continued: 'Neschimbat față de ce a văzut acest browser; sigiliu din {{when}} (înregistrări: {{shown}})',
      renamed: 'Jurnalul nu mai este cel pe care l-a văzut acest browser',
      shorter: 'Jurnalul este mai scurt decât cel pe care l-a văzut acest browser',
      rewritten: 'Jurnalul a fost rescris de când l-a văzut acest browser',
      unknown: 'Sigiliul nu poate fi verificat aici, fiindcă pagina nu este deschisă prin HTTPS',
    },
    broken: {
      renamed:
        'Un operator a acceptat sau a restaurat jurnalul după sigiliul păstrat aici, din {{when}} (înregistrări: {{shown}}). Ce s-a înregistrat între timp poate lipsi sau poate fi altul: întrebați cine a făcut-o și de ce.',
      shorter:
        'Jurnalul are mai puține înregistrări decât sigiliul păstrat aici, din {{when}} (înregistrări: {{shown}}): sfârșitul lui a fost tăiat. Păstrați acest mesaj și anunțați pe cine răspunde de server.',
      rewritten:
        'Înregistrările de sub sigiliul păstrat aici, din {{when}} ({{shown}} în total), nu mai sunt aceleași: cineva le-a schimbat pe server. Păstrați acest mesaj și anunțați pe cine răspunde de server.',
    },
    unknown: 'Sigiliul jurnalului nu este cunoscut acum',
    what: 'Ce dovedește',
    takeNewest: 'Am înțeles, păstrează sigiliul nou',
    title: 'Sigiliul jurnalului',
    newest: 'Cel mai nou sigiliu a fost semnat la {{when}}. Înregistrări sub el: {{shown}}.',
    accepted:
      'De știut mai întâi: la {{when}} un operator a acceptat un jurnal tăiat sau rescris ({{known}} înregistrări cunoscute, {{found}} găsite).',
    provedTitle: 'Ce se dovedește',
    proved:
      'La fiecare deschidere a acestei pagini, browserul cere dovada că jurnalul continuă exact din sigiliul pe care l-a văzut ultima dată. Dacă cineva ar schimba, ar scoate sau ar adăuga ceva în urmă, chiar și cu acces la server și la cheia de semnare, s-ar vedea aici.',
    unprovedTitle: 'Ce nu se dovedește',
    unproved:
      'Că ce s-a înregistrat este adevărat, că s-a înregistrat tot, sau ce a fost înainte de primul sigiliu văzut aici. Un browser nou, sau datele lui șterse, începe de la sigiliul de acum.',
    elsewhereTitle: 'Păstrați-l și în altă parte',
    elsewhere:
      'Copiați sigiliul și trimiteți-l cuiva din afara firmei, sau tipăriți-l. Cu el, un istoric exportat se poate verifica oricând, fără acest portal.',
    copy: 'Copiază sigiliul',
  },
};
