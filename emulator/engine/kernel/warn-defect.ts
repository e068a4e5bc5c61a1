import { redactUrl } from '../journal/redact.ts'
import { defectText, describeDefect } from '../journal/report-defect.ts'
import type { Exchange } from './exchange.ts'

/** Most defects that are reported for a world. */
const MAX_DEFECTS = 20

/**
 * Warns of a defect of the emulator, once for each unit, because the answer does not describe it. In a world with
 * mutants any state may occur, so a failure is no defect.
 */
export function warnDefect({ host, unit, request, failure, beside }: Exchange): void {
  const isBroken = host.world.settings.broken.length > 0
  if (failure?.cause === undefined || (isBroken && beside === undefined)) return
  const asked = unit?.id ?? `${request.method} ${redactUrl(request.url.split('?', 1)[0]!)}`
  const text = describeDefect(asked, defectText(failure.cause), beside !== undefined)
  if (host.defects.has(text) || host.defects.size >= MAX_DEFECTS) return
  host.defects.add(text)
  host.warn(text)
}
