/** Whether a file calls itself a picture. What is inside, and how large it may be, the server judges. */
export const isImageFile = ({ type }: Pick<File, 'type'>): boolean => type.startsWith('image/')

/** The file as an embedded picture (`data:image/…;base64,…`). */
export function embedded(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
