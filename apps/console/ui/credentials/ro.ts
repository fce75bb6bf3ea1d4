/** Sentences about passwords, codes and keys, in Romanian. */
export const credentialsRo = {
  credentials: {
    print: 'Tipărește',
    code: { totp: 'Codul din aplicație', recovery: 'Cod de recuperare' },
    verify: 'Verifică',
    passkeyStopped: 'Verificarea cu cheia de acces a fost întreruptă. Încercați din nou.',
    passkeyUnknown: 'Acest browser nu poate folosi chei de acces pentru această adresă.',
    scan: 'Scanați imaginea cu aplicația de autentificare de pe telefon.',
    qr: 'Cod QR pentru aplicația de autentificare',
    orType: 'Dacă nu o puteți scana, introduceți în aplicație această cheie:',
    copySecret: 'Copiază cheia',
    confirmCode: 'Confirmă codul',
    codesTitle: 'Codurile de recuperare',
    codesText:
      'Dacă pierdeți telefonul, intrați cu unul dintre aceste coduri. Fiecare merge o singură dată, iar lista nu mai este arătată.',
    codesHead: 'Dosar: coduri de recuperare pentru {{host}}',
    codesList: 'Coduri de recuperare',
    copyCodes: 'Copiază codurile',
    downloadCodes: 'Descarcă',
    codesKept: 'Am păstrat codurile într-un loc sigur',
    rules: {
      label: 'Regulile parolei',
      length: 'cel puțin {{min}} caractere',
      upper: 'o literă mare',
      lower: 'o literă mică',
      digit: 'o cifră',
      email: 'fără adresa de email',
      common: 'nu una dintre parolele des folosite (se verifică la salvare)',
      met: '(îndeplinit)',
      unmet: '(încă neîndeplinit)',
    },
  },
};
