/** Sentences for all screens, in Romanian. */
export const platformRo = {
  faults: { unreachable: 'Serverul nu răspunde. Verificați conexiunea la internet și încercați din nou.' },

  names: {
    erased: '(nume șters)',
    erasedPerson: '(persoană ștearsă)',
    alone: 'Doar dumneavoastră',
    pasted: 'Captură {{at}}',
  },
};
