/** Reasons for rejecting a picture. */
export const imageMessages = {
  tooLarge: 'The image is larger than 20 MB.',
  tooManyPixels: 'The image has more than 25 megapixels.',
  svgTooLarge: 'An SVG image may have at most 200 KB. Please choose a smaller one, or a PNG.',
  svgTooComplex: 'Please save the SVG without filters, patterns, masks, markers, nested <use> and outside references, or choose a PNG.',
  tooSlow: 'This image takes too long to read. Please choose a simpler one.',
} as const
