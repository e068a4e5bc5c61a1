import type { Offer } from '../command.ts'

/** Shell that prints the names of an offer, a line each; nothing where the command is not there or fails. */
export const offerLines: Readonly<Record<Offer, string>> = {
  scenarios: "svc-emulator list 2>/dev/null | sed -n 's/^\\([^ ]*\\)  *scenario .*/\\1/p'",
  profiles: "svc profile ls 2>/dev/null | sed -n 's/^[* ] \\([^ ]*\\) (.*/\\1/p'",
}
