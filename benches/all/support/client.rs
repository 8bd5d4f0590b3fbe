//! The other side of the consoles: WebSockets as pages open them.

use std::net::SocketAddr;

use futures_util::StreamExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// An open WebSocket.
pub(crate) struct Watcher(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Watcher {
    /// Opens a WebSocket at `path`, with a token where one is needed.
    pub(crate) async fn open(address: SocketAddr, path: &str, token: Option<&str>) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().expect("the address is one");
        let protocols = token.map_or_else(|| "croupier.v2".to_owned(), |token| format!("croupier.v2, bearer.{token}"));
        request.headers_mut().insert("Sec-WebSocket-Protocol", HeaderValue::from_str(&protocols).expect("tokens are plain"));
        let (socket, _) = connect_async(request).await.expect("the WebSocket is let in");
        Self(socket)
    }

    /// The next text message; `None` when the house has closed.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            if let Message::Text(text) = self.0.next().await?.ok()? {
                return Some(text);
            }
        }
    }
}
