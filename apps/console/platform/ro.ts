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
  },

  names: {
    erased: '(nume șters)',
    erasedPerson: '(persoană ștearsă)',
    alone: 'Doar dumneavoastră',
    pasted: 'Captură {{at}}',
  },
};
