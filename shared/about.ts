import { z } from 'zod'

/** What this installation is, which version of it runs, and where its API is described. */
export const About = z.object({ name: z.string(), version: z.string(), api: z.literal('v1'), openapi: z.string(), docs: z.string() })
