export function writeWheel(source: string, folder: string): Promise<void>
export function pythonVersion(version: string): string
