/** Addresses and key of the world that a program runs in. */
export interface Addresses {
  readonly api_url: string
  readonly realtime_url: string
  readonly api_key: string
}

/** The words of a command line, with `{api_url}`, `{realtime_url}` and `{api_key}` filled in. */
export function fillAddresses(words: readonly string[], addresses: Addresses): string[] {
  return words.map((word) =>
    word.replace(/\{(api_url|realtime_url|api_key)\}/g, (_, name: keyof Addresses) => addresses[name]),
  )
}

/** The variables that hand a program its world. */
export function addressVariables(addresses: Addresses): Record<string, string> {
  return {
    SVC_API_URL: addresses.api_url,
    SVC_REALTIME_URL: addresses.realtime_url,
    SVC_API_KEY: addresses.api_key,
  }
}
