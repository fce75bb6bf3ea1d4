/** Sentences for all screens, in Romanian. */
export const platformRo = {
  faults: {
    unreachable: 'Serverul nu răspunde. Verificați conexiunea la internet și încercați din nou.',
    foreign:
      'Răspunsul primit nu este al portalului. Dacă folosiți o rețea publică, deschideți pagina ei de conectare și încercați din nou.',
    server: 'Eroare a serverului (răspuns {{status}}). Încercați din nou.',
    away: 'Serverul nu este disponibil acum (răspuns {{status}}). Încercați din nou peste puțin timp.',
    late: 'Serverul nu a răspuns la timp (răspuns {{status}}). Încercați din nou.',
    unknown: 'A apărut o eroare',
    slow: 'Serverul răspunde greu.',
    again_one: 'Se încearcă din nou peste o secundă.',
    again_few: 'Se încearcă din nou peste {{count}} secunde.',
    again_other: 'Se încearcă din nou peste {{count}} de secunde.',
    after_one: 'Puteți încerca din nou peste un minut.',
    after_few: 'Puteți încerca din nou peste {{count}} minute.',
    after_other: 'Puteți încerca din nou peste {{count}} de minute.',
    id: 'Codul erorii',
    copyId: 'Copiază codul erorii',
  },

  names: {
    erased: '(nume șters)',
    erasedPerson: '(persoană ștearsă)',
    alone: 'Doar dumneavoastră',
    pasted: 'Captură {{at}}',
  },
};
