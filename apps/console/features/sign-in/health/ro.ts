/** What is said to an administrator who is signed in to health alone, in Romanian. */
export const healthRo = {
  health: {
    page: 'Starea instalării · Dosar',
    title: 'Jurnalul nu poate fi scris',
    hint: 'Până când jurnalul este reparat vedeți aici numai ce nu este în regulă; restul se deschide din nou după aceea, cu o nouă autentificare.',
    well: 'Totul este în regulă.',
    down: 'nu merge.',
    degraded: 'merge cu lipsuri.',
    leave: 'Deconectare',
  },
};
