export declare const rooms: Readonly<Record<string, { readonly code: string; readonly tests: readonly string[]; readonly slowTestsBelow?: number }>>
export declare function chosen(): { readonly code: string; readonly tests: readonly string[]; readonly slowTestsBelow?: number }
