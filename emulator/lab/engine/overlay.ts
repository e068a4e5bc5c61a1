import { variantSettings } from '../../contract/variants.ts'
import type { ByTable, Change } from '../../engine/matching/schema-common.ts'
import type { Trigger } from '../../engine/triggers/schema.ts'
import type { GenerateBlock } from '../../engine/world/generate.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import type { Emulator } from '../../host/emulator.ts'

/** Records by table, as the `generate` section of a world describes them. */
export type Filling = ByTable<GenerateBlock>

/** A whole world to begin in: as the text of a scenario for other processes, and as an emulator for this one. */
export interface OverlayStart {
  readonly scenario: object
  open(): Emulator
}

/**
 * One way in which a world differs from that of a plain run: a piece of a scenario. It is data, so that it can be
 * written as a scenario, sent to another process, and remembered.
 */
export interface Overlay {
  /** Another world to begin in, for subjects that take whole worlds. Nothing else is put into it. */
  readonly start?: OverlayStart
  /** Another seed, which changes ids and chance. */
  readonly seed?: number
  /** Rules. Names in `broken` and `otherwise` are added to those of the world. */
  readonly settings?: SettingsInput
  /** Records that exist before the run. */
  readonly fill?: Filling
  readonly triggers?: readonly Trigger[]
  /** Triggers of the world that are left out, by id, and settings of it that are the default again. */
  readonly without?: { readonly triggers?: readonly string[]; readonly settings?: readonly string[] }
  /** Changes made before the client begins. */
  readonly before?: readonly Change[]
  /** Changes made after the client has ended. */
  readonly after?: readonly Change[]
  /** A trigger (by its place) that goes on to refuse the call for real milliseconds. */
  readonly refusal?: { readonly trigger: number; readonly forMs: number }
}

/** The world as it is. */
export const plain: Overlay = {}

/** All of several differences. */
export function joinOverlays(overlays: readonly Overlay[]): Overlay {
  const [first = plain, ...others] = overlays
  if (others.length === 0) return first
  const settings = overlays.reduce<SettingsInput>((all, each) => addSettings(all, each.settings), {})
  return { ...Object.assign({}, ...overlays), settings }
}

/** Settings with others put on top. Names of variants add up. */
export function addSettings<S extends SettingsInput>(settings: S, more: SettingsInput = {}): S {
  const added = variantSettings.filter((name) => more[name] !== undefined)
  const joined = added.map((name) => [name, [...(settings[name] ?? []), ...more[name]!]])
  return { ...settings, ...more, ...Object.fromEntries(joined) }
}
