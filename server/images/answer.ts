import { z } from 'zod'

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The messages between the server and the image process. */
export const ImageTask = z.object({ bytes: Bytes, pixels: z.number() })
export type ImageTask = z.infer<typeof ImageTask>
export const ImageAnswer = z.union([
  z.object({ image: Bytes }),
  z.object({ refused: z.object({ code: z.enum(['IMAGE_REFUSED', 'TOO_LARGE']), message: z.string() }) }),
])
export type ImageAnswer = z.infer<typeof ImageAnswer>
