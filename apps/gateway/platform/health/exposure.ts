const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether a name or address is only reachable from this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

type Exposed = { readonly host: string; readonly publicUrl: string; readonly demo: boolean };

const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname;

/** Whether other machines reach it: directly, or through a proxy. */
export const isShared = ({ host, publicUrl }: Pick<Exposed, 'host' | 'publicUrl'>): boolean =>
  !isLoopback(host) || !isLoopback(hostOf(publicUrl));

/** What an administrator should know at the start about the installation's exposure, one sentence each. */
export const exposureOf = ({ host, publicUrl, demo }: Exposed, userId: number | null): readonly string[] => {
  const { protocol, hostname } = new URL(publicUrl);
  return [
    ...(!isLoopback(host)
      ? [
          `DOSAR_HOST: ${host} is reached by other machines, and Dosar itself speaks plain HTTP: let it listen on 127.0.0.1 behind a proxy with TLS (deploy/)`,
        ]
      : []),
    ...(protocol === 'http:' && !isLoopback(hostname)
      ? [
          `DOSAR_PUBLIC_URL: ${publicUrl} is plain HTTP: passwords and documents can be read on the way; use https behind a proxy with TLS (deploy/)`,
        ]
      : []),
    ...(demo && isShared({ host, publicUrl })
      ? ['DOSAR_DEMO: whoever reaches this installation reaches the demo workspace, whose accounts have one password']
      : []),
    ...(userId === 0 ? ['Dosar was started as root and needs none of its rights: start it as a user of its own'] : []),
  ];
};
