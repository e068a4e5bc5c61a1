export function writeWheel(source: string, folder: string): Promise<void>
