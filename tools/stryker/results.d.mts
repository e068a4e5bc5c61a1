import type { RoomResult } from '../code-mutation.ts'

/** Of Stryker's report: the mutants of each file. */
export interface FileMutants {
  readonly mutants: readonly {
    readonly status: string
    readonly location: { readonly start: { readonly line: number; readonly column: number } }
    readonly mutatorName: string
    readonly replacement?: string
  }[]
}

export declare function resultOf(files: Readonly<Record<string, FileMutants>>): RoomResult
export declare function scoreOf(found: number, missed: number): number
