/** Has the browser keep what lies at an address, under the name that it is sent with. */
export const download = (url: string): void => {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
};
