export function pack(folder: string): string
