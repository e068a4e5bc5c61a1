export const libraryEntries: readonly object[]
export const commandEntries: readonly object[]
export const programEntries: readonly object[]
