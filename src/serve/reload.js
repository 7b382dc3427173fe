// Shows the page anew when the site has changed, and tells why a change could not be built.
(() => {
  const script = document.currentScript;
  const mine = Number(new URL(script.src).searchParams.get("v"));
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "/__butlleti/reload.css";
  document.head.append(style);

  const box = document.createElement("aside");
  box.className = "butlleti-problems";
  box.setAttribute("role", "alert");
  box.hidden = true;
  const text = document.createElement("pre");
  box.append(text);
  document.body.append(box);

  let since = null;
  const ask = async () => {
    const answer = await fetch("/__butlleti/news" + (since === null ? "" : "?since=" + since));
    const news = await answer.json();
    since = news.version;
    text.textContent = news.problems ?? "";
    box.hidden = news.problems === null;
    if (news.files > mine && news.problems === null) location.reload();
  };
  const watch = async () => {
    try {
      await ask();
      watch();
    } catch {
      // The server has ended, or begins again.
      since = null;
      setTimeout(watch, 1000);
    }
  };
  watch();
})();
