// Keeps the page for use without a network, where the browser can, and reports whether it is kept.

class Offline {
  /** Whether this page opens without a network from now on. */
  kept = $state(false);

  /** Has the service worker installed; only for the page itself, not for one in a frame. */
  async keep() {
    if (!import.meta.env.PROD || window.parent !== window || !('serviceWorker' in navigator))
      return;
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    try {
      await navigator.serviceWorker.register('./offline.js');
      await navigator.serviceWorker.ready;
      this.kept = true;
    } catch {
      // Not from here: opened as a file, or private. Then it needs its network.
    }
  }
}

export const offline = new Offline();
