import i18next from 'i18next';

type Company = {
  readonly name?: string | null;
  readonly societate?: string | null;
  readonly cui: string | null;
};

/** What a company is called: by its name, else by its CUI; both are gone once its personal data is erased. */
export const companyName = ({ name, societate, cui }: Company): string =>
  name ?? societate ?? cui ?? i18next.t('names.erased');
