export const CASES = async () => [];
