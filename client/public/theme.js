// Runs before anything is painted, also in browsers that are too old for the rest: written in the JavaScript of 2009.
;(function () {
  var root = document.documentElement

  // What this browser showed last. The profile decides; it is known later.
  var kept = null
  try {
    kept = localStorage.getItem('mantine-color-scheme-value')
    // oxlint-disable-next-line no-unused-vars -- older browsers cannot read a catch without a name
  } catch (blocked) {
    // Site data is blocked: the machine's setting counts.
  }
  var isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')

  // Begins to load what the program asks for next, see scripts/early-parts.ts.
  var parts = document.currentScript && document.currentScript.getAttribute(location.pathname === '/login' ? 'data-login' : 'data-others')
  var files = parts ? parts.split(' ') : []
  for (var i = 0; i < files.length; i += 1) {
    var link = document.createElement('link')
    var isStyle = files[i].slice(-4) === '.css'
    link.rel = isStyle ? 'preload' : 'modulepreload'
    if (isStyle) link.as = 'style'
    link.crossOrigin = ''
    link.href = files[i]
    document.head.appendChild(link)
  }

  // The sentence stands in the page until the program puts itself in its place.
  function say() {
    var sentence = document.getElementById('not-started')
    if (sentence) sentence.hidden = false
  }
  function sayWhenRead() {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say)
    else say()
  }
  var isTooOld = !('noModule' in document.createElement('script'))
  if (isTooOld) sayWhenRead()
  // A script that cannot be loaded, or not be read, ends here.
  window.addEventListener(
    'error',
    function (event) {
      if (event.target === window || event.target.nodeName === 'SCRIPT') sayWhenRead()
    },
    true,
  )
  setTimeout(say, 15000)
})()
