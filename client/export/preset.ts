import type { CsvOptions } from '#shared/export.ts'
import { defaultCsv } from './csv-choice.ts'

/** A choice of columns and of the file's format under a name. `Patch`: what it changes in the dialog. */
export type Preset<Patch> = { label: string; description: string; patch: () => Patch }

const prefix = 'preset '

/** What stands in the place of a template's id while a preset is chosen. */
const presetId = (key: string): string => `${prefix}${key}`
const isPreset = (template: string): boolean => template.startsWith(prefix)

/** The presets as choices beside the templates. */
export const presetChoices = <Patch extends object>(
  presets: Readonly<Record<string, Preset<Patch>>>,
  onEdit: (patch: Patch & { template: string }) => void,
) =>
  Object.entries(presets).map(([key, { label, description, patch }]) => {
    const template = presetId(key)
    return { id: template, label, description, onChoose: () => onEdit({ ...patch(), template }) }
  })

/** The format after another template is chosen: that of a preset ends with it, one that was chosen by hand stays. */
export const formatAfter = (template: string): { csv?: CsvOptions } => (isPreset(template) ? { csv: defaultCsv } : {})
