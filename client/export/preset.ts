/** A choice of columns and of the file's format under a name. `Patch`: what it changes in the dialog. */
export type Preset<Patch> = { label: string; description: string; patch: () => Patch }

const prefix = 'preset '

/** What stands in the place of a template's id while a preset is chosen. */
export const presetId = (key: string): string => `${prefix}${key}`
export const isPreset = (template: string): boolean => template.startsWith(prefix)
