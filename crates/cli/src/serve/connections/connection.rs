//! One connection as the places see it: what it is doing is noted, and a client that does not take
//! what it is sent is not waited for.

use super::pace::Credit;
use super::places::{Activity, ConnectionStage};
use crate::serve::limits::Pace;
use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::future::Future as _;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A stream to a client.
pub struct ClientStream {
    stream: TcpStream,
    activity: Arc<Activity>,
    credit: Credit,
    /// Rings when the client has taken too little for too long.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl ClientStream {
    /// `stream`, whose client takes what it is sent at `pace`.
    pub fn new(stream: TcpStream, activity: Arc<Activity>, pace: Pace) -> Self {
        Self { stream, activity, credit: Credit::new(pace), alarm: None }
    }

    /// What became of a write: the client took some of it, or is waited for.
    fn note_sent(&mut self, cx: &mut Context<'_>, done: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let now = Instant::now();
        match done {
            Poll::Ready(result) => {
                if self.credit.is_waiting() {
                    self.activity.stall(None);
                }
                self.alarm = None;
                self.credit.earn(now, result.as_ref().copied().unwrap_or(0));
                Poll::Ready(result)
            }
            Poll::Pending => {
                if !self.credit.is_waiting() {
                    self.activity.stall(Some(now));
                }
                let end = self.credit.wait(now);
                let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(end)));
                ready!(alarm.as_mut().poll(cx));
                Poll::Ready(Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "the client does not take its answer",
                )))
            }
        }
    }
}

impl Drop for ClientStream {
    /// What a client does not take would stay in the kernel's memory after the end of the connection.
    fn drop(&mut self) {
        if self.credit.is_waiting() {
            self.stream.set_zero_linger().ok();
        }
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = into.filled().len();
        ready!(Pin::new(&mut this.stream).poll_read(cx, into))?;
        if into.filled().len() > before {
            this.activity.hear();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let done = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.note_sent(cx, done)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let done = Pin::new(&mut this.stream).poll_write_vectored(cx, parts);
        this.note_sent(cx, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// The body of an answer. With its end the connection does nothing again.
pub struct AnswerBody {
    body: Body,
    activity: Arc<Activity>,
}

impl AnswerBody {
    /// `body`, on a connection whose `activity` is noted.
    pub fn new(body: Body, activity: Arc<Activity>) -> Self {
        Self { body, activity }
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.activity.begin(ConnectionStage::Resting);
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
