import { config } from 'zod'

// For speed zod would try whether code may be made from text, which the content policy forbids, and which browsers report with every page.
config({ jitless: true })
