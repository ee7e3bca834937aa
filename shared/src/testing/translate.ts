/** Puts every text of a page into an element of its own, as the translators of browsers do. */
export function translate(root: Node) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text.data);
  }
}
