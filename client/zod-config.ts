import { config } from 'zod'

// zod's JIT tests whether `eval` is allowed. The content policy forbids it, and browsers would report a violation on every page.
config({ jitless: true })
