/** One stored profile. */
export interface Profile {
  readonly apiKey: string
  readonly apiUrl: string
  readonly realtimeUrl?: string
}

/** Fields that commands read from the store. */
export interface StoredProfiles {
  /** Name of the default profile; null where there is none. It may name a profile that is not stored. */
  readonly defaultName: string | null
  /** In the order of the file. */
  readonly profiles: ReadonlyMap<string, Profile>
}
