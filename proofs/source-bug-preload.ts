// Loaded before a worker's own script, so that the bug is in whatever it imports.
import { plantSourceBug, SourceBug } from './source-bug.ts'

plantSourceBug(SourceBug.parse(JSON.parse(process.env['SOURCE_BUG'] ?? '')))
