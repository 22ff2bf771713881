/** Whether a file has the type of a picture. The server checks its content and size. */
export const isImageFile = ({ type }: Pick<File, 'type'>): boolean => type.startsWith('image/')

/** Returns the file as a data URL (`data:image/…;base64,…`). */
export function embedded(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read')))
    reader.readAsDataURL(file)
  })
}
