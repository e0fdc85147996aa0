const NAME = 'Toastscope';

/** Names the browser's tab for as long as a component is there; '' leaves it alone. */
export function entitled(words: () => string) {
  $effect(() => {
    const own = words() && `${words()} · ${NAME}`;
    if (own) document.title = own;
    return () => {
      if (document.title === own) document.title = NAME;
    };
  });
}
