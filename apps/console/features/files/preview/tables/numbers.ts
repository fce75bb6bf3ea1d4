/** 1.234,56 and 1,234.56, with a sign, a currency or a percent. */
const NUMBER = /^[-+]?\d[\d.,\s]*(?:\s?(?:%|lei|RON|EUR))?$/;

export const isNumber = (value: string): boolean => NUMBER.test(value.trim());
