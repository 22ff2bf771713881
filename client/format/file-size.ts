import { counted } from './words.ts'

const units = ['kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in words, in units of 1,000: "8.2 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte')
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3))
  const unit = units[power - 1] ?? 'kilobyte'
  return (bytes / 1_000 ** power).toLocaleString('en-US', { style: 'unit', unit, maximumFractionDigits: power > 1 ? 1 : 0 })
}
